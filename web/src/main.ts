import { mount } from 'svelte';
import App from './App.svelte';
import { openOffline } from './lib/offline';
import { settings } from './lib/settings.svelte';
import { learn } from './words/words.svelte';
import './styles/tokens.css';
import './styles/base.css';

const page = document.getElementById('page');
void learn(settings.language).then(() => {
  if (page) mount(App, { target: page });
});
openOffline();
