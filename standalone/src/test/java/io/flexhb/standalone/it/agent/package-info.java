/** The agent with real scripts in processes of their own, a real broker and a real tuner. */
package io.flexhb.standalone.it.agent;
