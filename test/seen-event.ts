/** An event as a test looks at it, whatever its type. */
export interface SeenEvent {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test may ask for any field, and compares what it finds
  readonly [field: string]: any;
}
