/**
 * One warm process for other programs: requests and answers as frames over two streams, several at a time.
 *
 * <p>docs/protocol.md says what goes over them.
 *
 * <p>The packages for Python and R start it once and keep it warm. A request names what to do and carries its
 * data; answers come when they are ready, in any order, each with the number of its request. {@code Requests} has
 * what can be asked for, and each request is read field by field, with a complaint about those that nobody read. A
 * client that goes away takes the server with it.
 */
package dev.tandem.serve;
