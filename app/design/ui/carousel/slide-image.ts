export interface SlideImage {
  id: string;
  url: string;
  srcSet: string;
  width: number;
  height: number;
  alt: string;
}
