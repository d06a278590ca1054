/**
 * Named places where a test may stop the story to let a rival in, or to pull the plug. They exist only in the test
 * build: elsewhere the call is empty and the bundler drops it.
 */
export type PausePoint =
  | 'after-facts-read'
  | 'after-place-before-page'
  | 'after-page-before-mark'
  | 'before-hold-release'
  | 'after-event-row'
  | 'before-archive-commit'
  | 'after-send-before-mark';

type Hook = () => Promise<void> | void;

const hooks = new Map<PausePoint, Hook>();

export async function pausePoint(name: PausePoint): Promise<void> {
  if (!__TEST_BUILD__) return;
  await hooks.get(name)?.();
}

/** Sets what happens at a pause point, or clears it. Tests only. */
export function onPausePoint(name: PausePoint, hook: Hook | null): void {
  if (!__TEST_BUILD__) return;
  if (hook) hooks.set(name, hook);
  else hooks.delete(name);
}
