export const agentRefused = 'hooks of type "agent" do not run here';
export const insteadOfAgent =
  'ask a model once with type "prompt", or start an agent of your own with type "command"';
