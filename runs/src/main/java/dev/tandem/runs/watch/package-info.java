/**
 * A run on a page while it goes: a server for the browsers of this machine, and what it tells them. Chains never wait for
 * it, and nothing that happens to it reaches them.
 */
package dev.tandem.runs.watch;
