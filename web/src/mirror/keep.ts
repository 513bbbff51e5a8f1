// What leaves the page: a link, a command, a scene, the numbers, and pictures.

import { copyLink } from '../address';
import { element, setText } from '../dom';
import { saveScene } from '../files';
import type { Playground } from '../playground';
import { copyCommand, copyPicture, openShare, pickScene, savePng, saveQuantities, saveSvg, saveTrace } from '../requests';
import { button, selectControl, type SelectControl } from './control';
import { section, type Section } from './section';

export function keep(playground: Playground): Section {
  const command = element('code');
  const press = (label: string, run: (playground: Playground) => void) =>
    button(label, () => {
      run(playground);
    });
  const views = [
    { value: '', label: 'what the plane shows' },
    { value: 'whole', label: 'the whole: plane and charts' },
  ];
  let chart = '';
  let known = '';
  const choices = element('div');
  let choice: SelectControl | null = null;
  const picture = (label: string, run: (playground: Playground, of: string) => void) =>
    button(label, () => {
      run(playground, chart);
    });
  const updateCharts = () => {
    const charts = playground.app.picture_views().map(({ id, name }) => ({ value: id, label: name }));
    if (choice && known === JSON.stringify(charts)) return;
    const focused = choices.contains(document.activeElement);
    known = JSON.stringify(charts);
    if (![...views, ...charts].some(({ value }) => value === chart)) chart = '';
    choice = selectControl('Picture of', '', [...views, ...charts], (value) => {
      chart = value;
      return null;
    });
    choice.update(chart);
    choices.replaceChildren(choice.node);
    if (focused) choices.querySelector('select')?.focus();
  };
  return section(
    'Keep and share',
    [
      element(
        'div',
        { class: 'row' },
        press('Copy the link', copyLink),
        press('Link, QR code and frame', openShare),
        press('Copy as a command', copyCommand),
        press('Save the scene', saveScene),
        press('Open a scene', pickScene),
        press('Save the trace (CSV)', saveTrace),
        press('Save the quantities (JSON)', saveQuantities),
      ),
      choices,
      element(
        'div',
        { class: 'row' },
        picture('Save the picture (SVG)', saveSvg),
        picture('Save the picture (PNG)', savePng),
        picture('Copy the picture', copyPicture),
      ),
      element('p', {}, command),
    ],
    () => {
      updateCharts();
      setText(command, playground.app.command_line());
    },
  );
}
