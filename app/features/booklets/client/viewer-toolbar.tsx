import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import Maximize from 'lucide-react/icons/maximize';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';

import styles from './viewer-bar.module.css';

interface ViewerToolbarProps {
  page: number;
  count: number | null;
  pdfUrl: string;
  zoom: number;
  zooms: readonly number[];
  onPage: (page: number) => void;
  onZoom: (zoom: number) => void;
  onFullScreen: () => void;
}

export function ViewerToolbar({ page, count, pdfUrl, zoom, zooms, onPage, onZoom, onFullScreen }: ViewerToolbarProps): ReactNode {
  const index = zooms.indexOf(zoom);
  const [smaller, larger] = [zooms[index - 1], zooms[index + 1]];
  return (
    <div className={styles.bar}>
      <div className={styles.group}>
        <BarButton label="Pàgina anterior" isOff={count === null || page <= 1} onPress={() => onPage(page - 1)}>
          <ChevronLeft size={22} aria-hidden="true" />
        </BarButton>
        <form
          className={styles.pages}
          onSubmit={(event) => {
            event.preventDefault();
            const typed = Number(new FormData(event.currentTarget).get('page'));
            if (Number.isInteger(typed) && typed >= 1) onPage(typed);
          }}
        >
          <input key={page} type="text" className={styles.page} name="page" inputMode="numeric" defaultValue={page} aria-label="Anar a la pàgina" autoComplete="off" />
          <span>/ {count ?? '…'}</span>
        </form>
        <BarButton label="Pàgina següent" isOff={count === null || page >= count} onPress={() => onPage(page + 1)}>
          <ChevronRight size={22} aria-hidden="true" />
        </BarButton>
      </div>
      <div className={styles.group}>
        <BarButton label="Allunyar" isOff={smaller === undefined} onPress={() => onZoom(smaller ?? zoom)}>
          <Minus size={20} aria-hidden="true" />
        </BarButton>
        <output className={styles.zoom} aria-label="Mida">
          {Math.round(zoom * 100)} %
        </output>
        <BarButton label="Acostar" isOff={larger === undefined} onPress={() => onZoom(larger ?? zoom)}>
          <Plus size={20} aria-hidden="true" />
        </BarButton>
      </div>
      <div className={styles.group}>
        {'requestFullscreen' in document.documentElement ? (
          <span className={styles.full}>
            <BarButton label="Pantalla completa" onPress={onFullScreen}>
              <Maximize size={20} aria-hidden="true" />
            </BarButton>
          </span>
        ) : null}
        <a className={styles.button} href={pdfUrl} download aria-label="Descarregar el PDF">
          <Download size={20} aria-hidden="true" />
        </a>
      </div>
    </div>
  );
}

function BarButton({ label, isOff = false, onPress, children }: { label: string; isOff?: boolean; onPress: () => void; children: ReactNode }): ReactNode {
  return (
    <button type="button" className={styles.button} aria-label={label} aria-disabled={isOff ? true : undefined} onClick={isOff ? undefined : onPress}>
      {children}
    </button>
  );
}
