import { lazy, memo, type ReactNode, Suspense } from 'react';

import type { SlideImage } from '#app/design/ui/carousel/slide-image.ts';

const Carousel = lazy(() => import('#app/design/ui/carousel/carousel.tsx'));

interface NewsImagesProps {
  images: readonly SlideImage[];
  title: string;
  sizes: string;
  isLead: boolean;
  fit?: 'cover' | 'whole';
}

/** The pictures of a news item; what moves them comes only where there are any. Rendered again before that, they would vanish for a moment. */
export const NewsImages = memo(function NewsImages(props: NewsImagesProps): ReactNode {
  if (props.images.length === 0) return null;
  return (
    <Suspense>
      <Carousel {...props} />
    </Suspense>
  );
});
