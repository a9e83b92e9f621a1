/** Below which all of the API is. */
export const PREFIX = '/boggle';
