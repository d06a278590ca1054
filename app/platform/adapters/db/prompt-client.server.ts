import pg from 'pg';

type Ask = (...words: unknown[]) => unknown;

/** Ends a connection whose query timed out: the driver would hand the silent connection of a half-open network to the next caller. */
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
