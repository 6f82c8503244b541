import './app/page.css';
import { mount } from './app/app';
import { keeper } from './data/keep';
import { reportHeight } from './embed/frame';

const element = document.getElementById('app');
if (element) {
  const search = new URLSearchParams(location.search);
  const hide = search.get('hide')?.split(',') ?? [];
  mount(element, { followsLink: true, keeper, hide, theme: search.get('theme') });
}
reportHeight();
