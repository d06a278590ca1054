export interface StateKey<Value> {
  readonly name: string;
  opened(value: Value, close?: () => void): OpenedState;
}

export interface OpenedState {
  name: string;
  value: unknown;
  close?: (() => void) | undefined;
}

export interface AppState {
  get<Value>(key: StateKey<Value>): Value;
}

export function stateKey<Value>(name: string): StateKey<Value> {
  return { name, opened: (value, close) => ({ name, value, close }) };
}

export function createAppState(): AppState & { open(opened: readonly OpenedState[]): void; close(): void } {
  const values = new Map<string, unknown>();
  const closers: (() => void)[] = [];
  return {
    get<Value>({ name }: StateKey<Value>): Value {
      if (!values.has(name)) throw new Error(`no feature has opened: ${name}`);
      return values.get(name) as Value;
    },
    open(opened) {
      for (const { name, value, close } of opened) {
        if (values.has(name)) throw new Error(`two features keep something by one name: ${name}`);
        values.set(name, value);
        if (close) closers.push(close);
      }
    },
    close() {
      for (const close of closers.splice(0).toReversed()) close();
    },
  };
}

export const NO_STATE: AppState = {
  get({ name }) {
    throw new Error(`no app is open to keep: ${name}`);
  },
};
