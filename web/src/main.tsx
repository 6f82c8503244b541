import './app/page.css';
import { mount } from './app/app';

const element = document.getElementById('app');
if (element) {
  const search = new URLSearchParams(location.search);
  mount(element, { followsLink: true, hide: search.get('hide')?.split(',') ?? [], theme: search.get('theme') });
}
