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

const coming = new Map<string, Promise<boolean>>();
const fetched = new Set<string>();

/** Into the browser's cache, not yet as modules: one that can't be had as a module is never asked for again while its page is open. */
export async function fetchScripts(scripts: readonly string[]): Promise<boolean> {
  const came = await Promise.all(scripts.map(fetchScript));
  return came.every(Boolean);
}

export function areFetched(scripts: readonly string[]): boolean {
  return scripts.every((script) => fetched.has(script) || isOfThisPage(script));
}

function isOfThisPage(script: string): boolean {
  return document.head.querySelector(`link[rel="modulepreload"][href="${CSS.escape(script)}"]`) !== null;
}

async function fetchScript(script: string): Promise<boolean> {
  if (areFetched([script])) return true;
  const download = coming.get(script) ?? isThere(script);
  coming.set(script, download);
  const came = await download;
  coming.delete(script);
  if (came) fetched.add(script);
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
