// The accessible mirror: everything that the canvas shows and takes, as real elements with labels. It is out
// of sight until something in it has the focus, and is kept in step with the canvas either way.

import { byId, element, setHidden } from '../dom';
import { loadPart } from '../messages';
import { deferred } from '../module';
import type { Playground } from '../playground';
import { openLaboratory, openLessons, openTalk, showHelp } from '../requests';
import { chooseSingleKeys, singleKeyChoices, singleKeys } from '../single_keys';
import { contrastChoices, themeChoices, type Theme } from '../theme';
import { button, selectControl } from './control';
import { progress, transport, values } from './now';
import { section, type Section } from './section';
import { algorithm, data, rules } from './setup';

const refreshEvery = 200; // milliseconds, while playing

function judge(playground: Playground): Section {
  return section(
    'Judge',
    [
      element(
        'div',
        { class: 'row' },
        button('Laboratory', () => {
          openLaboratory(playground);
        }),
        button('Lessons and gallery', () => {
          openLessons(playground);
        }),
        button('Scenes for a class', () => {
          openTalk(playground);
        }),
        button('Large, for a class', () => {
          playground.app.present(!playground.app.presenting());
          playground.wake();
        }),
      ),
    ],
    () => undefined,
  );
}

/** Sections that the opening page does without: they are there, in their places, once that part of the page has come. */
class Later {
  #part: Promise<typeof import('./later') | null>;

  constructor(playground: Playground) {
    this.#part = deferred.there
      .then(() => loadPart(import('./later'), 'A part of the text form'))
      .then((part) => (playground.fault === null ? part : null));
  }

  section(make: (part: typeof import('./later')) => Section): Section {
    const place = element('div', { hidden: true });
    let made: Section | null = null;
    this.whenThere((part) => {
      made = make(part);
      place.append(made.node);
      place.hidden = false;
    });
    return { node: place, update: (now) => made?.update(now) };
  }

  whenThere(then: (part: typeof import('./later')) => void): void {
    void this.#part.then((part) => {
      if (part) then(part);
    });
  }
}

/** What to do first, while the opening scene is as it was. */
function firstSteps(): Section {
  const list = element('ol');
  const { node, update } = section('First steps', [list], ({ first_steps: steps }) => {
    if (list.children.length !== steps.length) list.replaceChildren(...steps.map((step) => element('li', {}, step)));
    setHidden(node, steps.length === 0);
  });
  return { node, update };
}

const textSizes = [0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2];

function appearance(playground: Playground, theme: Theme): Section {
  const preference = (label: string, choices: readonly string[], choose: (value: string) => void) =>
    selectControl(
      label,
      '',
      choices.map((value) => ({ value, label: value === 'system' ? 'as the system' : value })),
      (value) => {
        choose(value);
        return null;
      },
    );
  const choice = preference('Theme', themeChoices, (value) => {
    theme.choose(value);
  });
  const contrast = preference('Contrast', contrastChoices, (value) => {
    theme.chooseContrast(value);
  });
  const size = selectControl(
    'Text size',
    'Beside what the size of the window makes of it. On the canvas it is as large as there is room for.',
    textSizes.map((value) => ({ value: String(value), label: `${Math.round(value * 100)} %` })),
    (value) => {
      playground.app.set_text_size(Number(value));
      playground.wake();
      return null;
    },
  );
  const keys = selectControl(
    'Single keys',
    'Letters, signs and Space as shortcuts; off, letters find no line in lists either.',
    singleKeyChoices.map((value) => ({ value, label: value })),
    (value) => {
      chooseSingleKeys(value);
      return null;
    },
  );
  const update = () => {
    choice.update(theme.choice);
    contrast.update(theme.contrastChoice);
    keys.update(singleKeys());
  };
  theme.onChange(update);
  // By a key on the canvas, too, which changes nothing else.
  playground.onFrame(() => {
    size.update(String(playground.app.text_size()));
  });
  return section('Appearance', [choice.node, contrast.node, size.node, keys.node, element('div', { class: 'row' }, button('Help', () => showHelp(playground)))], update);
}

export function connectMirror(playground: Playground, theme: Theme): void {
  const later = new Later(playground);
  const sections = [
    firstSteps(),
    transport(playground),
    progress(playground),
    later.section((part) => part.changes(playground)),
    later.section((part) => part.machines(playground)),
    algorithm(playground),
    rules(playground),
    data(playground),
    later.section((part) => part.points(playground)),
    later.section((part) => part.several(playground)),
    later.section((part) => part.view(playground)),
    values(playground),
    later.section((part) => part.distribution(playground)),
    later.section((part) => part.history(playground)),
    judge(playground),
    later.section((part) => part.keep(playground)),
    appearance(playground, theme),
  ];
  const mirror = byId('mirror', HTMLElement);
  // Not a link to an anchor: what follows # in the address is the scene.
  byId('skip', HTMLButtonElement).addEventListener('click', () => {
    mirror.focus();
  });
  mirror.addEventListener('focusin', () => {
    mirror.classList.add('entered');
    void deferred.prepare();
  });
  mirror.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    playground.canvas.focus();
  });
  mirror.append(
    element('h1', {}, 'Marginscope'),
    element('p', { class: 'hint' }, 'The playground as text and controls. Escape leaves this panel.'),
    ...sections.map(({ node }) => node),
  );

  let refreshed = -refreshEvery;
  let timer = 0;
  const refresh = () => {
    clearTimeout(timer);
    timer = 0;
    if (playground.fault !== null) return;
    refreshed = performance.now();
    const description = playground.describe();
    for (const { update } of sections) update(description);
  };
  playground.onChange(() => {
    if (timer !== 0) return;
    const wait = refreshed + refreshEvery - performance.now();
    if (wait <= 0) refresh();
    else timer = window.setTimeout(refresh, wait);
  });
  // What is chosen brings other fields with it: they are there before anything is typed into those that they replace.
  mirror.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) refresh();
  });
  refresh();
  // What it tells may have changed since the last frame, and no other need come.
  later.whenThere(() => {
    refresh();
    playground.wake();
  });
}
