import { useContext, useMemo } from 'react';
import { matchRoutes, UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router';

export interface RouteScripts {
  of: (pathname: string) => readonly string[];
  ofRoutes: (routeIds: readonly string[]) => readonly string[];
}

export function useRouteScripts(): RouteScripts | null {
  const framework = useContext(UNSAFE_FrameworkContext);
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  return useMemo(() => {
    if (framework === undefined || router === undefined || typeof document === 'undefined') return null;
    if (!document.createElement('link').relList.supports('modulepreload')) return null;
    const { routes } = framework.manifest;
    const ofRoutes = (routeIds: readonly string[]): string[] =>
      routeIds.flatMap((id) => {
        const { module, clientActionModule, clientLoaderModule, imports = [] } = routes[id] ?? {};
        return [module, clientActionModule, clientLoaderModule, ...imports].filter((script) => script !== undefined);
      });
    function of(pathname: string): string[] {
      const matches = matchRoutes(router?.routes ?? [], pathname) ?? [];
      return matches.at(-1)?.route.path === '*' ? [] : ofRoutes(matches.map(({ route }) => route.id));
    }
    return { of, ofRoutes };
  }, [framework, router]);
}

const downloads = new Map<string, Promise<boolean>>();
const fetched = new Set<string>();

/** Downloads them before they are imported: a browser doesn't ask again for a module that it could not have once, until the page is loaded anew. */
export async function fetchScripts(scripts: readonly string[]): Promise<boolean> {
  const missing = scripts.filter((script) => !isFetched(script));
  const came = await Promise.all(missing.map(downloadOnce));
  return came.every(Boolean) && (await Promise.all(missing.map(compile))).every(Boolean);
}

export function areFetched(scripts: readonly string[]): boolean {
  return scripts.every(isFetched);
}

function isFetched(script: string): boolean {
  return fetched.has(script) || (!downloads.has(script) && document.head.querySelector(`link[rel="modulepreload"][href="${CSS.escape(script)}"]`) !== null);
}

async function downloadOnce(script: string): Promise<boolean> {
  const download = downloads.get(script) ?? isThere(script);
  downloads.set(script, download);
  const came = await download;
  if (!came) downloads.delete(script);
  return came;
}

async function isThere(script: string): Promise<boolean> {
  try {
    const answer = await fetch(script);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

function compile(script: string): Promise<boolean> {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = script;
    link.addEventListener('load', () => {
      fetched.add(script);
      resolve(true);
    });
    link.addEventListener('error', () => {
      link.remove();
      resolve(false);
    });
    document.head.append(link);
  });
}
