import { Button, type ButtonProps, Group } from '@mantine/core'

type ListQuery = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

type Props = Pick<ButtonProps, 'size' | 'mt'> & { query: ListQuery; label: string; isCentred?: boolean }

/** Under a list that is read page by page: asks for the next one, and is gone after the last. */
export const MoreButton = ({ query, label, isCentred = false, ...look }: Props) => {
  if (!query.hasNextPage) return null
  const button = (
    <Button {...look} variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {label}
    </Button>
  )
  return isCentred ? <Group justify="center">{button}</Group> : button
}
