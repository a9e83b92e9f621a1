/* What is wrong with the document itself, as sentences. */
(() => {
  const all = [...document.querySelectorAll('*')];
  const ids = all.map(({ id }) => id).filter((id) => id !== '');
  const pointing = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for', 'list'];
  const lost = all.flatMap((element) =>
    pointing.flatMap((name) =>
      (element.getAttribute(name) ?? '')
        .split(/\s+/)
        .filter((id) => id !== '' && !document.getElementById(id))
        .map((id) => `${name} names ${id}, which is not there`),
    ),
  );
  const small = [...document.querySelectorAll('button, input, select, summary')]
    .filter((element) => element.checkVisibility())
    .filter(
      (element) =>
        Math.min(element.getBoundingClientRect().width, element.getBoundingClientRect().height) < 24,
    )
    .map((element) => `${element.tagName} ${element.id} is smaller than 24 pixels`);
  return [
    ...(document.documentElement.lang === '' ? ['no language is said'] : []),
    ...(document.title === '' ? ['there is no title'] : []),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `the id ${id} is there twice`),
    ...lost,
    ...small,
  ];
})();
