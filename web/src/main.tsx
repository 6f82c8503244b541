import './app/page.css';
import { signal } from '@preact/signals';
import { mount, sectionsNamed } from './app/app';
import { pageTheme } from './app/theme';
import { keeper } from './data/keep';
import { reportHeight } from './embed/frame';

const element = document.getElementById('app');
if (element) {
  const search = new URLSearchParams(location.search);
  const hide = signal(sectionsNamed(search.get('hide')?.split(',') ?? []));
  mount(element, { followsLink: true, keeper, hide, theme: pageTheme(search.get('theme')) });
  reportHeight(element);
}
