import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { type Piece, readDocument } from '#app/domain/site/plain-document.ts';

export function PlainDocument({ text }: { text: string }): ReactNode {
  return readDocument(text).map((block, index) => {
    switch (block.kind) {
      case 'heading':
        return (
          <h2 key={index}>
            <Pieces of={block.text} />
          </h2>
        );
      case 'paragraph':
        return (
          <p key={index}>
            <Pieces of={block.text} />
          </p>
        );
      case 'list':
        return (
          <ul key={index}>
            {block.items.map((item, place) => (
              <li key={place}>
                <Pieces of={item} />
              </li>
            ))}
          </ul>
        );
    }
  });
}

function Pieces({ of }: { of: readonly Piece[] }): ReactNode {
  return of.map(({ text, href }, index) => {
    if (href === undefined) return text;
    if (href.startsWith('/')) {
      return (
        <Link key={index} to={href}>
          {text}
        </Link>
      );
    }
    return (
      <a key={index} href={href} {...(href.startsWith('http') && { target: '_blank', rel: 'noreferrer' })}>
        {text}
      </a>
    );
  });
}
