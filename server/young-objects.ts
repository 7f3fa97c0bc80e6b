// Imported first, for its effect on the process: where V8 puts new objects, and which threads collect them.
import { setFlagsFromString } from 'node:v8';

// V8 watches which places in the code make long-lived objects. Once it is sure of one, it puts all of that place's
// objects where only a full collection looks. It decides while a process starts, when most objects stay, and never
// again. In every second or third process it chose places that every request passes (Node's nextTick and headers, the
// driver's rows). A fifth of a request's objects then waited for a full collection, a small collection took 13 ms
// instead of 1, and a request a quarter more processor time (lab/bench/young-objects.ts).
setFlagsFromString('--no-allocation-site-pretenuring');

// A small collection finds few living objects, but V8 wakes four threads for it and waits for each. Beside a database
// that keeps the processors busy, the waiting takes longer than the collecting.
setFlagsFromString('--no-parallel-scavenge');
