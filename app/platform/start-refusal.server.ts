/** The message says what to do; a stack would say nothing. */
export class StartRefusal extends Error {
  override name = 'StartRefusal';
}
