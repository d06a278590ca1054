import type { ReactNode } from 'react';

import { mix, parseColour } from '#app/domain/site/colours.ts';
import type { SiteColours } from '#app/domain/site/default-colours.ts';
import { taglineLines } from '#app/domain/site/tagline-lines.ts';

import styles from './settings.module.css';

interface IdentityPreviewProps {
  name: string;
  tagline: string;
  /** As typed, maybe incomplete. */
  colours: SiteColours;
  crest: string;
}

const MOST_LINES = 3;

/** Drawn as SVG, because the style sheet's colours change only by saving. */
export function IdentityPreview({ name, tagline, colours, crest }: IdentityPreviewProps): ReactNode {
  const [main, accent, highlight] = [colourOf(colours.main), colourOf(colours.accent), colourOf(colours.highlight)];
  const lines = taglineLines(tagline === '' ? name : tagline).slice(0, MOST_LINES);
  return (
    <svg viewBox="0 0 390 430" className={styles.screen} role="img" aria-label={`Així es vorà: ${name}, ${tagline}`}>
      <rect width="390" height="430" fill="#fff8ec" />
      <Tiles colours={{ main, accent, highlight }} />
      <image href={crest} x="16" y="20" width="30" height="36" />
      <text x="56" y="45" fontSize="19" fontWeight="800" fill={main} fontFamily="Fraunces Variable, serif">
        {name.slice(0, 32)}
      </text>
      <rect y="66" width="390" height="262" fill={mix(main, '#000000', 0.45)} />
      <circle cx="330" cy="320" r="120" fill={accent} opacity="0.45" />
      <rect y="328" width="390" height="102" fill="#fff8ec" />
      {lines.map((line, index) => (
        <text key={index} x="20" y={126 + index * 42} fontSize="38" fontWeight="900" fill={index === lines.length - 1 ? highlight : '#fff2e2'} fontFamily="Fraunces Variable, serif">
          {line}
        </text>
      ))}
      <rect x="20" y="262" width="132" height="44" rx="22" fill={accent} />
      <text x="86" y="290" fontSize="16" fontWeight="700" textAnchor="middle" fill="#fffaf5" fontFamily="Figtree Variable, sans-serif">
        Vull tiquets
      </text>
      <text x="20" y="366" fontSize="22" fontWeight="800" fill={main} fontFamily="Fraunces Variable, serif">
        Pròximes cites
      </text>
      <text x="20" y="398" fontSize="16" fontWeight="600" fill={accent} textDecoration="underline" fontFamily="Figtree Variable, sans-serif">
        Tots els tiquets
      </text>
    </svg>
  );
}

function Tiles({ colours: { main, accent, highlight } }: { colours: SiteColours }): ReactNode {
  return (
    <g>
      <rect width="390" height="10" fill={main} />
      {Array.from({ length: 40 }, (_, index) => (
        <circle key={index} cx={index * 10} cy={index % 2 === 0 ? 0 : 10} r="3.4" fill={index % 2 === 0 ? accent : highlight} />
      ))}
    </g>
  );
}

function colourOf(typed: string): string {
  return parseColour(typed) ?? '#808080';
}
