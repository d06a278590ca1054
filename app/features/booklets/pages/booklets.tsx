import type { ReactNode } from 'react';
import { data, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';

import { bookletAddress, readBookletPosition } from '#app/domain/booklets/booklet-address.ts';
import { bookletTitle } from '#app/domain/booklets/booklet.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { listBooklets, searchBooklets, type SearchResults } from '../service.server.ts';
import type { Route } from './+types/booklets.ts';
import { BookletItem, type BookletView } from './booklet-row.tsx';
import { BookletSearch } from './booklet-search.tsx';
import styles from './booklets.module.css';
import { OpenBook } from './open-book.tsx';

const TITLE = 'Llibrets';
const LEAD = 'Els llibrets de la falla';

interface BookletsData {
  booklets: BookletView[];
  search: Pick<SearchResults, 'results' | 'total'> | null;
  isEditor: boolean;
  open: { title: string; address: string; preview: string | null } | null;
}

export async function loader({ context, url }: Route.LoaderArgs): Promise<ReturnType<typeof data<BookletsData>>> {
  const { deps, actor, limits, address } = context.get(requestContext);
  const { year, query } = readBookletPosition(url.searchParams);
  const booklets = await listBooklets(deps);
  if (query !== '' && (await limits.take('search', address)) !== null) throw data(null, { status: 429 });
  const found = query === '' ? null : await searchBooklets(deps, { query });
  const open = booklets.find((booklet) => booklet.year === year);
  return data(
    {
      booklets: booklets.map(({ id, year: of, pageCount, bytes, pdfUrl, thumbnail, cover, reading, hasText, pagesWithoutText, images }) => ({ id, year: of, pageCount, bytes, pdfUrl, thumbnail, cover, reading, hasText, pagesWithoutText, images })),
      search: found && { results: found.results, total: found.total },
      isEditor: actor.kind === 'user' && actor.rights.includes('editor'),
      open: open ? { title: bookletTitle(open.year), address: bookletAddress({ year: open.year }), preview: open.preview?.url ?? null } : null,
    },
    { status: year !== null && !open ? 404 : 200 },
  );
}

/** All booklets are loaded already: opening another one needs no request. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  const isSameSearch = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search && currentUrl.searchParams.get('q') === nextUrl.searchParams.get('q');
  return formMethod === undefined && isSameSearch ? false : defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: loaderData?.open?.title ?? TITLE,
    description: 'Els llibrets de la falla de cada any, per a llegir-los i buscar-hi: noms, anys, monuments i versos.',
    ...(loaderData?.open && { canonical: loaderData.open.address, ...(loaderData.open.preview !== null && { image: loaderData.open.preview }) }),
  });

export default function Booklets({ loaderData: { booklets, search, isEditor } }: Route.ComponentProps): ReactNode {
  const [params] = useSearchParams();
  const position = readBookletPosition(params);
  const isGone = position.year !== null && !booklets.some(({ year }) => year === position.year);
  const unread = booklets.filter(({ reading, hasText }) => reading !== 'waiting' && !hasText).length;
  return (
    <>
      <PageHeader title={TITLE} art={<OpenBook />}>
        {LEAD}
      </PageHeader>
      <Wrap>
        <div className={styles.page}>
          {isEditor ? (
            <div className={ui.cluster3}>
              <ButtonLink to="/admin/llibrets/new">+ Nou Llibret</ButtonLink>
              <ButtonLink to="/admin/llibrets?espai=1" tone="quiet">
                📊 Ús d'Espai
              </ButtonLink>
            </div>
          ) : null}
          {isGone ? <Banner tone="warning" title={`El llibret de ${position.year} no hi és.`} live="status" /> : null}
          {booklets.length === 0 ? (
            <NoBooklets isEditor={isEditor} />
          ) : (
            <>
              <BookletSearch position={position} search={search} unread={unread} />
              <ul className={ui.stack5}>
                {booklets.map((booklet, index) => (
                  <BookletItem key={booklet.id} isFirst={index < 3} booklet={booklet} position={position.year === booklet.year ? position : { ...position, year: null, page: 1 }} isEditor={isEditor} />
                ))}
              </ul>
            </>
          )}
        </div>
      </Wrap>
    </>
  );
}

function NoBooklets({ isEditor }: { isEditor: boolean }): ReactNode {
  if (!isEditor) return <EmptyState art={<OpenBook />} title="Encara no hi ha llibrets disponibles" heading="h2" />;
  return (
    <EmptyState art={<OpenBook />} title="Encara no hi ha llibrets" heading="h2" action={<ButtonLink to="/admin/llibrets/new">Crea el primer llibret</ButtonLink>}>
      <p>Puja el PDF d'un any i ací es podrà llegir i s'hi podrà buscar.</p>
    </EmptyState>
  );
}

export function ErrorBoundary(): ReactNode {
  return (
    <>
      <PageHeader title={TITLE} art={<OpenBook />}>
        {LEAD}
      </PageHeader>
      <Wrap>
        <div className={styles.page}>
          <Banner tone="error" title="Error al carregar els llibrets" live="alert">
            <ButtonLink to={bookletAddress({})} reloadDocument tone="quiet">
              Torna-ho a provar
            </ButtonLink>
          </Banner>
        </div>
      </Wrap>
    </>
  );
}
