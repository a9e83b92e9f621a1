import { playsWithoutFault } from './scrabble-without-fault.ts';

playsWithoutFault('all');
