import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import classes from './notices.module.css'

const toastMs = 5000

/** The place where notices appear. */
export const Notices = () => (
  <Notifications className={classes.place ?? ''} autoClose={toastMs} position="bottom-center" containerWidth={520} />
)
