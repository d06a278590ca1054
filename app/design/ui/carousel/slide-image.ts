/** One picture of a carousel; `width` and `height` in pixels, of its largest size. */
export interface SlideImage {
  id: string;
  url: string;
  srcSet: string;
  width: number;
  height: number;
  alt: string;
}
