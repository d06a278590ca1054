import { staffSheetOf } from '#app/platform/http/answers/staff-styles.ts';

/** Once a page is at rest it gets the style sheet of staff pages, one of which may come next without a new document. */
export function addStaffStyles(): void {
  const site = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href^="/assets/style-"]');
  const href = site?.getAttribute('href');
  if (site === null || href == null || document.querySelector('link[rel="stylesheet"][href$=".staff.css"]') !== null) return;
  const staff = document.createElement('link');
  staff.rel = 'stylesheet';
  staff.href = staffSheetOf(href);
  site.after(staff);
}
