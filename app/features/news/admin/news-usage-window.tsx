import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { UsageWindow } from '#app/design/admin-kit/storage/usage-window.tsx';
import { MB } from '#app/domain/files/bucket.ts';
import { formatMegabytes } from '#app/domain/files/format-size.ts';
import { fillOf } from '#app/domain/files/usage.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';

import type { NewsUsage } from './service.server.ts';

/** Specification §9. */
const HEAVY_NEWS_BYTES = 5 * MB;
const HEAVY_IMAGE_BYTES = MB;

const THINGS = { many: 'Notícies amb imatges', heaviest: 'La notícia més pesada', bySize: 'Notícies per grandària' };

export function NewsUsageWindow({ usage, onClose }: { usage: NewsUsage | { problem: string }; onClose: () => void }): ReactNode {
  if ('problem' in usage) return <UsageWindow problem={usage.problem} onClose={onClose} />;
  const { news, ...bucket } = usage;
  const items = news.map(({ id, title, bytes, images }) => ({ id: String(id), name: title, bytes, detail: images.length === 1 ? '1 imatge' : `${images.length} imatges` }));
  const heavy = news.flatMap(({ id, title, images }) => images.filter(({ bytes }) => bytes > HEAVY_IMAGE_BYTES).map((image) => ({ ...image, newsId: id, title })));
  return (
    <UsageWindow usage={bucket} things={THINGS} items={items} heavyBytes={HEAVY_NEWS_BYTES} onClose={onClose}>
      {fillOf(bucket.usagePercentage) === 'red' ? <Banner tone="warning" title="S'acosta al límit d'1GB de l'emmagatzematge: esborra les notícies velles o les seues imatges." /> : null}
      {heavy.length === 0 ? null : (
        <Banner tone="warning" title="Imatges de més d'1MB">
          <ul>
            {heavy.map(({ id, newsId, title, bytes }) => (
              <li key={id}>
                <Link to={`/admin/news/${newsId}`}>{title}</Link>: {formatMegabytes(bytes)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </UsageWindow>
  );
}
