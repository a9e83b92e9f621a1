/** What a command that plays many games takes for a farm. */
export const farmOptions = {
  weight: {
    kind: 'count',
    default: 1,
    min: 1,
    max: 1000,
    help: 'with --store postgres://…: its part of the workers where several runs share them; 2 has twice that of 1',
  },
} as const;
