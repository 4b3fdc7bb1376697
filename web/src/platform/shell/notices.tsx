import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'

const toastMs = 5000

/** The place where notices appear. */
export const Notices = () => <Notifications autoClose={toastMs} position="bottom-center" containerWidth={520} />
