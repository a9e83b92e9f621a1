/** What the page shows. Its address has it after the #, so that a link leads to it. */
export type Place = { readonly is: 'start' } | { readonly is: 'game'; readonly key: string };

const GAME = /#\/game\/([\w-]{1,100})$/;

/** All that is no game is the beginning. */
export function placeOf(hash: string): Place {
  const key = GAME.exec(hash)?.[1];
  return key === undefined ? { is: 'start' } : { is: 'game', key };
}

export function hashOf(place: Place): string {
  return place.is === 'game' ? `#/game/${place.key}` : '#/';
}

/** From the link of a game, or its key alone, as somebody has pasted it; none: it is neither. */
export function keyIn(pasted: string): string | undefined {
  const text = pasted.trim();
  const place = placeOf(text);
  if (place.is === 'game') return place.key;
  return /^[\w-]{1,100}$/.test(text) ? text : undefined;
}
