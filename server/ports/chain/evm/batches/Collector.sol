// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/**
 * Collects tokens of deposit addresses in one transaction of the treasury. Each deposit address delegates to this code (EIP-7702), so
 * that `collect` runs as the address. Tokens leave to the treasury only. There is no storage, owner or upgrade.
 */
contract Collector {
    struct Item {
        address deposit;
        address token;
        uint256 amount;
    }

    address public immutable treasury;
    address private immutable self = address(this);

    event NotCollected(uint256 index);

    constructor(address owner) {
        treasury = owner;
    }

    /** A deposit address receives coins as before. This contract refuses them: nobody could take them out. */
    receive() external payable {
        require(address(this) != self);
    }

    /** An item that fails costs at most its gas, and the others are collected. */
    function collectAll(Item[] calldata items) external {
        require(msg.sender == treasury && address(this) == self);
        for (uint256 i = 0; i < items.length; ++i) {
            Item calldata item = items[i];
            (bool ok, bytes memory answer) =
                item.deposit.call{gas: 200_000}(abi.encodeCall(this.collect, (item.token, item.amount)));
            if (!ok || answer.length != 32) emit NotCollected(i);
        }
    }

    /** Runs as the deposit address, called by this contract. Some tokens return nothing, some return false. */
    function collect(address token, uint256 amount) external returns (bool) {
        require(msg.sender == self && address(this) != self);
        (bool ok, bytes memory answer) = token.call(abi.encodeWithSelector(0xa9059cbb, treasury, amount));
        require(ok && token.code.length > 0 && (answer.length == 0 || abi.decode(answer, (bool))));
        return true;
    }
}
