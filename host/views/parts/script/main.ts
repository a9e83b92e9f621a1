import { GameElement } from './game-element.ts';
import { followRun } from './live-page.ts';

customElements.define('word-game', GameElement);
const [state, spoken] = ['state', 'spoken'].map((id) => document.getElementById(id));
if (state && spoken) followRun(state, spoken);
