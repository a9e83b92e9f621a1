import t from 'tap';
import { direct, facadeOf } from '../../host/package/bundling/without-facades.ts';

t.test('a file that only hands on names is known with the file that has them', async (t) => {
  t.same(facadeOf('export{t as run,b}from"./play-1.js";\n'), {
    target: 'play-1.js',
    names: [
      { exported: 'run', inTarget: 't' },
      { exported: 'b', inTarget: 'b' },
    ],
  });
  t.equal(facadeOf('export{t as run}from"./play-1.js";start();'), undefined);
  t.equal(facadeOf('import{t}from"./play-1.js";export{t as run};'), undefined);
});

t.test('what was asked of it comes from there, under the same name', async (t) => {
  const facades = new Map([['run-1.js', facadeOf('export{t as run}from"./play-1.js";')!]]);
  const asked = 'const{run:r}=await import(`./parts/run-1.js`),o=import("./other.js");';
  t.equal(
    direct(asked, facades),
    'const{run:r}=await import(`./parts/play-1.js`).then(e=>({run:e.t})),o=import("./other.js");',
  );
});
