// Imported first, for its effect on the process: where V8 puts new objects, and who collects them.
import { setFlagsFromString } from 'node:v8';

// V8 watches which places in the code make objects that live long, and once it is sure of one makes all of its objects
// where only a full collection looks. It judges while a process starts, when most of what is made is there to stay, and
// never looks again. In every second or third process it was sure of places that every request passes (Node's nextTick and
// headers, the driver's rows): a fifth of what requests made then waited for a full collection, each small collection took
// 13 ms instead of 1, and a request a quarter more of the processor (lab/bench/young-objects.ts).
setFlagsFromString('--no-allocation-site-pretenuring');

// A small collection finds next to nothing that lives, and V8 wakes four threads for it and waits until each has had its
// turn. Beside a database that keeps the processors busy, the waiting is longer than the collecting.
setFlagsFromString('--no-parallel-scavenge');
