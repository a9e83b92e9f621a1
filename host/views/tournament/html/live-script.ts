/**
 * Brings the page of a tournament up to date when its server says that it has changed. What somebody looks into (a list of games,
 * an open report) stays as it is; a game that came later is there once a link leads to it.
 */
export const liveScript = `
{
  const said = document.querySelector('.live');
  const say = (words) => { said.textContent = words; };
  const isLookedAt = (part) => part.matches(':target') || part.querySelector(':target, details[open]') !== null;
  let games = Number(said.dataset.games);
  let isBusy = false;
  let isStale = false;

  const update = async () => {
    if (isBusy) { isStale = true; return; }
    isBusy = true;
    try {
      const answer = await fetch('/', { cache: 'no-store' });
      if (!answer.ok) { say(await answer.text()); return; }
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      games = Number(page.querySelector('.live').dataset.games);
      let before;
      for (const part of page.querySelectorAll('main > [id]')) {
        const there = document.getElementById(part.id);
        if (part.id.startsWith('game-')) continue;
        if (there && isLookedAt(there)) { before = there; continue; }
        if (there) there.replaceWith(part);
        else if (before) before.after(part);
        before = part;
      }
      say('live');
    } catch {
      say('not connected');
    } finally {
      isBusy = false;
      if (isStale) { isStale = false; update(); }
    }
  };
  const events = new EventSource('/events');
  events.addEventListener('games', ({ data }) => { say('live'); if (Number(data) !== games) update(); });
  events.addEventListener('end', () => { events.close(); say('the command has ended'); });
  events.onerror = () => say('not connected');
  addEventListener('hashchange', () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id !== '' && !document.getElementById(id)) location.reload();
  });
}
`;
