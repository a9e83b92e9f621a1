import { HostFailure } from '../core/host-failure.ts';
import { type Fault, refusal } from './fault.ts';

/** Something in a store cannot be read. */
export class StoreFailure extends HostFailure {
  override readonly name = 'StoreFailure';
  readonly fault: Fault;

  constructor(path: string, fault: Fault) {
    super(refusal(path, fault).problem);
    this.fault = fault;
  }
}
