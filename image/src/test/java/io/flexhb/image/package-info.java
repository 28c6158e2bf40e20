/** Tests of the container image, taken apart: there need be no engine. */
package io.flexhb.image;
