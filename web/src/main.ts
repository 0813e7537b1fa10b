import { mount } from 'svelte';
import App from './App.svelte';
import { openOffline } from './lib/offline';
import './styles/tokens.css';
import './styles/base.css';

const page = document.getElementById('page');
if (page) mount(App, { target: page });
openOffline();
