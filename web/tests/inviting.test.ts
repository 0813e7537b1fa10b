import { describe, expect, it } from 'vitest';
import { invitation, onlyHere } from '../src/wire/inviting';

describe('a link that is handed out', () => {
  it.each(['http://127.0.0.1:8000', 'http://localhost', 'http://127.3.4.5', 'http://[::1]:8000', 'http://knobel.localhost:80', 'http://0.0.0.0:8000', 'http://[::ffff:127.0.0.1]'])('never begins with %s', (origin) => {
    expect(onlyHere(origin)).toBe(true);
    expect(invitation(origin, { reach: 'network', addresses: [origin] }).origins).toEqual([]);
    expect(invitation(origin, undefined)).toEqual({ origins: [], why: 'unknown' });
  });
  it.each(['http://192.168.1.7:8000', 'https://dice.example.org', 'http://[fd00::2]:8000', 'http://127.example.org'])('begins with what brought us here: %s', (origin) => {
    expect(invitation(origin, undefined)).toEqual({ origins: [origin], why: '' });
  });
  it('names the addresses of the house where the page was opened on its machine', () => {
    const addresses = ['http://192.168.1.7:8000', 'http://10.0.0.5:8000'];
    expect(invitation('http://127.0.0.1:8000', { reach: 'network', addresses })).toEqual({ origins: addresses, why: '' });
  });
  it.each(['machine', 'nowhere', 'unknown'] as const)('is not there where the house says %s', (reach) => {
    expect(invitation('http://localhost:8000', { reach, addresses: [] })).toEqual({ origins: [], why: reach });
  });
});
