/** What ends a tuner, told so that an operator knows what to do. Knows nothing of the rest. */
package io.flexhb.service.failure;
