/**
 * One warm process for other programs: requests and answers as frames over two streams, several at a time.
 *
 * <p>docs/protocol.md says what goes over them.
 */
package dev.tandem.serve;
