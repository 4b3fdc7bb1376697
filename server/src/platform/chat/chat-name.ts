/** What a chat calls somebody. Others than members may read there, so whoever is hidden from members has no name. */
export const chatNameOf = (member: { screen_name: string; is_hidden_from_members: boolean }): string =>
  member.is_hidden_from_members ? 'A member' : member.screen_name
