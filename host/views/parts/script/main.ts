import { GameElement } from './game-element.ts';

customElements.define('word-game', GameElement);
