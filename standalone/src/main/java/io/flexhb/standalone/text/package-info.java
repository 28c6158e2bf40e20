/** Text that is safe to show. */
package io.flexhb.standalone.text;
