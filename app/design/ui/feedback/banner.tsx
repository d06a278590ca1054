import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode, Ref } from 'react';

import styles from './banner.module.css';

export type BannerTone = 'info' | 'warning' | 'error' | 'success';

const ICONS = { info: Info, warning: TriangleAlert, error: CircleAlert, success: CircleCheck };

export interface BannerProps {
  tone?: BannerTone;
  title: ReactNode;
  children?: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits its turn; leave it out for what is on the page from the start. */
  live?: 'alert' | 'status';
  ref?: Ref<HTMLDivElement>;
}

export function Banner({ tone = 'info', title, children, live, ref }: BannerProps): ReactNode {
  const Icon = ICONS[tone];
  return (
    <div ref={ref} tabIndex={ref === undefined ? undefined : -1} role={live} className={`${styles.banner} ${styles[tone]}`}>
      <Icon className={styles.icon} size={22} aria-hidden="true" />
      <p className={styles.title}>{title}</p>
      {children === undefined ? null : <div className={styles.body}>{isText(children) ? <p>{children}</p> : children}</div>}
    </div>
  );
}

function isText(children: ReactNode): boolean {
  return [children].flat().every((one) => typeof one === 'string' || typeof one === 'number');
}
