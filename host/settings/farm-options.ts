/** What a command that plays many games takes for a farm. */
export const farmOptions = {
  weight: {
    kind: 'count',
    default: 1,
    min: 1,
    max: 1000,
    help: 'with --store postgres://…: share of the workers if several runs use them; 2 gets twice as many as 1',
  },
} as const;
