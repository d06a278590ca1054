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

const coming = new Map<string, Promise<boolean>>();

export async function fetchScripts(scripts: readonly string[]): Promise<boolean> {
  const came = await Promise.all(scripts.map(fetchScript));
  return came.every(Boolean);
}

export function areFetched(scripts: readonly string[]): boolean {
  return scripts.every((script) => fetched.has(script) || isOfThisPage(script));
}

const fetched = new Set<string>();

function fetchScript(script: string): Promise<boolean> {
  if (areFetched([script])) return Promise.resolve(true);
  const request = coming.get(script) ?? ask(script);
  coming.set(script, request);
  return request;
}

function isOfThisPage(script: string): boolean {
  return document.head.querySelector(`link[rel="modulepreload"][href="${CSS.escape(script)}"]`) !== null && !coming.has(script);
}

function ask(script: string): Promise<boolean> {
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
      coming.delete(script);
      resolve(false);
    });
    document.head.append(link);
  });
}
