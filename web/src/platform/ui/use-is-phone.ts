import { useMediaQuery } from '@mantine/hooks'

const options = { getInitialValueInEffect: false }

/** Whether the phone's frame is shown: the same width as in the style sheets. */
export const useIsPhone = () => useMediaQuery('(max-width: 47.99em)', false, options) ?? false

/** Whether the side column stands below the main one. */
export const useIsNarrow = () => useMediaQuery('(max-width: 63.99em)', false, options) ?? false
