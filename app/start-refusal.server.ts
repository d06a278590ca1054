/** The process can't start and somebody has to do something: the message says what, a stack would say nothing. */
export class StartRefusal extends Error {
  override name = 'StartRefusal';
}
