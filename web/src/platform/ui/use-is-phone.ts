import { useMediaQuery } from '@mantine/hooks'

/** Whether the phone's frame is shown: the same width as in the style sheets. */
export const useIsPhone = () => useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false }) ?? false
