import pg from 'pg';

type Ask = (...words: unknown[]) => unknown;

/**
 * A connection that is given up when a query on it was not answered in time. The driver only reports the time-out and
 * would hand the silent connection to the next caller: a half-open network would then poison the pool.
 */
export class PromptClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const ask = this.query.bind(this) as Ask;
    const askOrCutOff: Ask = (...words) => {
      const answer = ask(...words);
      return answer instanceof Promise ? answer.catch((error: unknown) => this.#cutOff(error)) : answer;
    };
    this.query = askOrCutOff as pg.Client['query'];
  }

  #cutOff(error: unknown): never {
    if (error instanceof Error && error.message === 'Query read timeout') {
      const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
      connection.stream.destroy();
    }
    throw error;
  }
}
