/** Text as people may see it. */
package io.flexhb.standalone.text;
